"""/, /articles/, /glossary/ and /games/, their feeds and citations."""

from django.urls import path

from reading import views

app_name = "reading"
urlpatterns = [
    path("", views.home, name="home"),
    path("articles/", views.articles, name="articles"),
    path("articles/<slug:slug>/", views.article, name="article"),
    path("glossary/", views.glossary, name="glossary"),
    path("articles/<slug:slug>/cite.<slug:form>", views.cite, {"kind": "articles"}, name="cite-article"),
    path("feed.atom", views.atom_feed, name="atom"),
    path("feed.rss", views.rss_feed, name="rss"),
    path("glossary.json", views.glossary_data, name="glossary-data"),
    path("glossary/print/", views.glossary_sheet, name="glossary-sheet"),
    path("glossary/<slug:slug>/", views.term, name="term"),
    path("glossary/<slug:slug>/cite.<slug:form>", views.cite, {"kind": "terms"}, name="cite-term"),
    path("games/<slug:slug>/", views.game, name="game"),
    path("games/<slug:slug>/cite.<slug:form>", views.cite, {"kind": "games"}, name="cite-game"),
]
