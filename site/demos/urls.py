"""/demos/ and /embed/."""

from django.urls import path

from demos import views

app_name = "demos"
urlpatterns = [
    path("demos/", views.index, name="index"),
    path("demos/<slug:slug>.toml", views.record, name="record"),
    path("demos/<slug:slug>/", views.step, name="step"),
    path("embed/<slug:slug>/", views.embed, name="embed"),
]
