"""/lessons/."""

from django.urls import path

from teaching import views

app_name = "teaching"
urlpatterns = [
    path("lessons/", views.index, name="index"),
    path("lessons/steps/<slug:slug>/<int:step>.svg", views.drawing, name="drawing"),
    path("lessons/<slug:slug>.pdf", views.paper, name="paper"),
    path("lessons/<slug:slug>/", views.lesson, name="lesson"),
    path("lessons/<slug:slug>/handout/", views.handout, name="handout"),
    path("lessons/<slug:slug>/answers/", views.answers, name="answers"),
]
