{{- define "iw.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* What selects pods, and never changes. (dict "root" $ "component" "auth") */}}
{{- define "iw.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "iw.labels" -}}
{{ include "iw.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: inner-weather
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "iw.image" -}}
{{ .root.Values.image.repository }}/{{ .component }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* A service's values on top of the defaults, as JSON. */}}
{{- define "iw.values" -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (index .root.Values .component) | toJson -}}
{{- end }}

{{- define "iw.keys" -}}
{{ .Values.keys.existingSecret | default (printf "%s-keys" (include "iw.fullname" .)) }}
{{- end }}

{{/* Pods as the restricted Pod Security Standard wants them. (dict "user" 10001) */}}
{{- define "iw.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "iw.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* The address that people use. */}}
{{- define "iw.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if and .Values.ingress.enabled .Values.ingress.host -}}
{{ ternary "https" "http" (not (empty .Values.ingress.tlsSecret)) }}://{{ .Values.ingress.host }}
{{- else if and .Values.httpRoute.enabled .Values.httpRoute.hostnames -}}
https://{{ first .Values.httpRoute.hostnames }}
{{- end -}}
{{- end }}

{{- define "iw.annotationsOfKept" -}}
{{- if .Values.keys.keepOnUninstall }}
annotations:
  helm.sh/resource-policy: keep
{{- end }}
{{- end }}

{{/* The volume of a bundled server; what is in it outlives the release. */}}
{{- define "iw.claim" -}}
- metadata:
    name: data
    labels: {{- include "iw.selector" .all | nindent 6 }}
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .persistence.storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests: { storage: {{ .persistence.size }} }
{{- end }}

{{/* An egress rule to a bundled server, or to an external one by its ports. */}}
{{- define "iw.egressTo" -}}
{{- if .bundled }}
- ports: [{ protocol: TCP, port: {{ .port }} }]
  to:
    - podSelector:
        matchLabels: {{- include "iw.selector" (dict "root" .root "component" .component) | nindent 10 }}
{{- else }}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* An egress rule to an address that a service was given. (dict "url" "smtp://..." "ports" (dict "smtp" 587) "to" list) */}}
{{- define "iw.egressByUrl" -}}
{{- $url := urlParse .url }}
- ports: [{ protocol: TCP, port: {{ regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (get .ports $url.scheme) }} }]
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
