#!/bin/sh
# Runs a Ceph Object Gateway with one monitor and one store in memory, in the empty folder $1, until standard input ends:
# so nothing is left when the test is killed. $2 and $3 are the ports of the monitor and the gateway on 127.0.0.1.
folder=$1 monitor=$2 gateway=$3
trap '' INT TERM HUP
exec 3<&0 </dev/null >"$folder/output" 2>&1
mkdir "$folder/mon" "$folder/osd" "$folder/rgw"
cat >"$folder/ceph.conf" <<END
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = v2:127.0.0.1:$monitor
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd objectstore = memstore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data = $folder/mon
mon data avail crit = 1
paxos propose interval = 0.05
paxos min wait = 0.02
osd data = $folder/osd
rgw data = $folder/rgw
rgw frontends = beast endpoint=127.0.0.1:$gateway
run dir = $folder
admin socket =
pid file =
log file =
crash dir = $folder
END
export CEPH_CONF="$folder/ceph.conf"
osd=$(cat /proc/sys/kernel/random/uuid)

monmaptool --create --addv a "[v2:127.0.0.1:$monitor]" --fsid "$(sed -n 's/^fsid = //p' "$CEPH_CONF")" "$folder/monmap"
ceph-mon -i a --mkfs --monmap "$folder/monmap"
ceph-mon -i a -f &
pids=$!
(
  ceph --connect-timeout 20 osd new "$osd"
  ceph-osd -i 0 --mkfs --osd-uuid "$osd"
  exec ceph-osd -i 0 -f
) &
pids="$pids $!"
radosgw -n client.rgw.a -f &
pids="$pids $!"

cat <&3 >/dev/null
# shellcheck disable=SC2086
kill -9 $pids
wait
rm -rf "$folder"
