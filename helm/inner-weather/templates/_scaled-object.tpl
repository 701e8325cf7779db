{{/* Scales a service by the messages that wait in its queue. KEDA reads their number as the service's own user. */}}
{{- define "iw.scaledObject" -}}
{{- $fullname := include "iw.fullname" .root -}}
{{- $name := printf "%s-%s" $fullname .component -}}
{{- $keda := .service.keda -}}
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
metadata:
  name: {{ $name }}
  labels: {{- include "iw.labels" . | nindent 4 }}
spec:
  secretTargetRef:
    - parameter: host
      {{- if .root.Values.broker.bundled.enabled }}
      name: {{ $fullname }}-bundled
      key: amqp-url-{{ .component }}
      {{- else }}
      name: {{ .service.existingSecret | default $name }}
      key: AMQP_URL
      {{- end }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ $name }}
  labels: {{- include "iw.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ $name }} }
  minReplicaCount: {{ $keda.minReplicas }}
  maxReplicaCount: {{ $keda.maxReplicas }}
  pollingInterval: {{ $keda.pollingIntervalSeconds }}
  triggers:
    - type: rabbitmq
      metadata:
        protocol: amqp
        mode: QueueLength
        queueName: {{ .entry.scalesWith }}
        value: {{ $keda.queueLength | quote }}
      authenticationRef: { name: {{ $name }} }
{{- end }}
