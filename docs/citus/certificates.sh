#!/bin/sh
# Makes, once, what nodes prove to each other that they are nodes with: an authority, and a certificate of it whose name is "node".
#
#     certificates.sh <folder> [<user or user:group that PostgreSQL runs as>]
set -eu
umask 077
mkdir -p "$1"
cd "$1"
if [ ! -e node.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj '/CN=purser nodes' -keyout ca.key -out ca.crt
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj '/CN=node' -keyout node.key -out node.csr
  # The last file to come, so that a start that was cut short begins anew.
  openssl x509 -req -in node.csr -days 3650 -CA ca.crt -CAkey ca.key -CAcreateserial -out node.new
  mv node.new node.crt
fi
chmod 644 ca.crt node.crt
chmod 755 .
if [ -n "${2:-}" ]; then chown "$2" node.key; fi
