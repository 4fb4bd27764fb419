"""/build/ and /kept/, and what of them may be framed. ``/embed/build/`` comes before ``/embed/<slug>/``."""

from django.urls import path

from builder import views

app_name = "builder"
urlpatterns = [
    path("build/", views.build, name="build"),
    path("build/deal/", views.deal, name="deal"),
    path("build/deal.toml", views.record, name="record"),
    path("build/keep/", views.keep_deal, name="keep"),
    path("embed/build/", views.embed, name="embed"),
    path("kept/<str:key>.toml", views.kept_record, name="kept_record"),
    path("kept/<str:key>/", views.kept, name="kept"),
    path("kept/<str:key>/edit/<str:secret>/", views.edit, name="edit"),
    path("embed/kept/<str:key>/", views.kept_embed, name="kept_embed"),
]
