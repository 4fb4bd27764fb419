"""/odds/."""

from django.urls import path

from odds import views

app_name = "odds"
urlpatterns = [
    path("odds/", views.room, name="room"),
    path("odds/ends.svg", views.ends, name="ends"),
    path("odds/purse.svg", views.purse, name="purse"),
    path("odds/runs/", views.start, name="start"),
    path("odds/runs/<slug:key>.svg", views.converging, name="converging"),
    path("odds/runs/<slug:key>/", views.run, name="run"),
    path("odds/runs/<slug:key>/cancel/", views.cancel, name="cancel"),
    path("odds/demos/<slug:slug>/", views.demo, name="demo"),
]
