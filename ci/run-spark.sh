#!/usr/bin/env bash
# What `make run-spark` shows: a standalone master and a worker on this machine, two executor processes, a small graph,
# and the same rows as one host finds. JAVA_HOME must be a JDK 25.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/run-spark
export SPARK_HOME=$PWD/build/spark SPARK_LOCAL_IP=127.0.0.1
export SPARK_WORKER_DIR=$folder/work
rm -rf "$folder"
mkdir -p "$folder"

daemons=()
stop() { kill "${daemons[@]}" 2>/dev/null || true; }
trap stop EXIT
daemon() {
    SPARK_DAEMON_MEMORY=256m "$SPARK_HOME/bin/spark-class" "$@" >>"$folder/spark.log" 2>&1 &
    daemons+=($!)
}
await() { # until the log says these words
    for _ in $(seq 300); do
        ! grep -q "$1" "$folder/spark.log" 2>/dev/null || return 0
        sleep 0.2
    done
    echo "run-spark: Spark's log never said '$1': $folder/spark.log" >&2
    exit 1
}
port=$((20000 + RANDOM % 20000))
daemon org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port 0
await 'I have been elected leader'
daemon org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 2 --memory 2g --webui-port 0 "spark://127.0.0.1:$port"
await 'Successfully registered with master'

step() {
    printf '\n$ %s\n' "bitfront $*"
    build/bitfront "$@"
}
step generate kron --scale 15 --seed 1 -o "$folder/kron15.bvss" --quiet
step closeness "$folder/kron15.bvss" --measures closeness,harmonic --output "$folder/one-host.csv" --quiet
step closeness "$folder/kron15.bvss" --measures closeness,harmonic --output "$folder/cluster.csv" \
    --spark "spark://127.0.0.1:$port" --spark-conf spark.executor.cores=1 --spark-conf spark.executor.memory=512m
# A folder of the worker's for each executor of the application.
executors=$(find "$SPARK_WORKER_DIR" -mindepth 2 -maxdepth 2 -type d | wc -l)
[ "$executors" -eq 2 ] || { echo "run-spark: $executors executors ran, not 2" >&2; exit 1; }
step closeness "$folder/kron15.bvss" --top 5 --spark "spark://127.0.0.1:$port" --spark-conf spark.executor.cores=1 --quiet

parts=$(find "$folder/cluster.csv" -name 'part-*.csv' | wc -l)
# Each file has a header; a row that is written twice is there twice.
tail -q -n +2 "$folder"/cluster.csv/part-*.csv | sort >"$folder/cluster.rows"
tail -n +2 "$folder/one-host.csv" | sort | cmp - "$folder/cluster.rows" ||
    { echo "run-spark: the rows of the cluster are not those of one host" >&2; exit 1; }
printf '\n%s rows in %s part files from %s executor processes: the same as from one host\n' \
    "$(wc -l <"$folder/cluster.rows")" "$parts" "$executors"
