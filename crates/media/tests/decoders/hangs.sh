#!/bin/sh
# A decoder that never answers.
exec /bin/sleep 60
