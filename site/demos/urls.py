"""/demos/ and /embed/."""

from django.urls import path

from demos import views

app_name = "demos"
urlpatterns = [
    path("demos/", views.index, name="index"),
    path("help/frames/", views.help_with_frames, name="help"),
    path("demos/<slug:slug>.toml", views.record, name="record"),
    path("demos/<slug:slug>.html", views.alone, name="alone"),
    path("demos/<slug:slug>/", views.step, name="step"),
    path("demos/<slug:slug>/picture.png", views.picture_png, name="picture"),
    path("demos/<slug:slug>/picture.svg", views.picture_svg, name="drawing"),
    path("demos/<slug:slug>/cite.<slug:form>", views.cite, name="cite"),
    path("demos/<slug:slug>/use/", views.use, name="use"),
    path("demos/<slug:slug>/use/code.svg", views.code, name="code"),
    path("demos/<slug:slug>/result/", views.result, name="result"),
    path("demos/<slug:slug>/result.csv", views.result_csv, name="result-csv"),
    path("embed/", views.sequence, name="sequence"),
    path("embed/<slug:slug>/", views.embed, name="embed"),
]
