#!/usr/bin/env bash
# Makes build/spark from Maven's jars: as much of a Spark distribution as SPARK_HOME must be for this project, on a
# machine that has none. JAVA_HOME must be a JDK 25.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf build/spark
mkdir -p build/spark/bin
mvn -B -ntp -q -f ci/spark-home/pom.xml dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$PWD/build/spark/jars"

cat >build/spark/bin/spark-class <<'SCRIPT'
#!/bin/sh
# Runs a class of Spark: spark-class CLASS ARGUMENTS
home=$(cd "$(dirname "$0")/.." && pwd)
export SPARK_HOME="$home" SPARK_SCALA_VERSION=2.13
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" ${SPARK_DAEMON_MEMORY:+-Xmx$SPARK_DAEMON_MEMORY} $SPARK_SUBMIT_OPTS \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -cp "$home/jars/*" "$@"
SCRIPT
cat >build/spark/bin/spark-submit <<'SCRIPT'
#!/bin/sh
exec "$(dirname "$0")/spark-class" org.apache.spark.deploy.SparkSubmit "$@"
SCRIPT
chmod +x build/spark/bin/spark-class build/spark/bin/spark-submit
