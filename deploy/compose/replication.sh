#!/bin/sh
# Runs once, when the database is created: the role and the slot of the replica.
set -eu
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator with login replication password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
