"""/lti/."""

from django.urls import path

from lms import views

app_name = "lms"
urlpatterns = [
    path("login/", views.login, name="login"),
    path("launch/", views.launch, name="launch"),
    path("jwks.json", views.jwks, name="jwks"),
    path("deep-link/", views.deep_link, name="deep-link"),
]
