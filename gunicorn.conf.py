"""What gunicorn reads when it is started here: a built deal travels in its address, and that may be long."""

limit_request_line = 8190
