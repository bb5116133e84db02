#!/bin/sh
# A decoder that dies as one with a bug would.
kill -ABRT $$
