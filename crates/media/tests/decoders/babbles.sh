#!/bin/sh
# A decoder that answers with nonsense, without end.
exec /usr/bin/yes nonsense
