"""/, /articles/, /glossary/ and /games/."""

from django.urls import path

from reading import views

app_name = "reading"
urlpatterns = [
    path("", views.home, name="home"),
    path("articles/", views.articles, name="articles"),
    path("articles/<slug:slug>/", views.article, name="article"),
    path("glossary/", views.glossary, name="glossary"),
    path("glossary/<slug:slug>/", views.term, name="term"),
    path("games/<slug:slug>/", views.game, name="game"),
]
