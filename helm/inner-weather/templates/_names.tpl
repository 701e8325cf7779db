{{- define "iw.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* The labels that select pods. They never change. (dict "root" $ "component" "auth") */}}
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

{{/* Every service, as JSON: the list that the whole repository shares. */}}
{{- define "iw.services" -}}
{{ .Files.Get "files/services.json" }}
{{- end }}

{{/* The names of the services that have a database, as JSON. */}}
{{- define "iw.servicesWithDatabase" -}}
{{- $names := list -}}
{{- range include "iw.services" . | fromJsonArray }}{{ if .database }}{{ $names = append $names .name }}{{ end }}{{ end -}}
{{- $names | toJson -}}
{{- end }}

{{/* A service's values on top of the defaults, as JSON. */}}
{{- define "iw.values" -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (index .root.Values .component | default dict) | toJson -}}
{{- end }}

{{- define "iw.keys" -}}
{{ .Values.keys.existingSecret | default (printf "%s-keys" (include "iw.fullname" .)) }}
{{- end }}

{{/* A pod's security context for the restricted Pod Security Standard. (dict "user" 10001), or nil for the cluster's choice. */}}
{{- define "iw.podSecurity" -}}
runAsNonRoot: true
{{- with .user }}
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
{{- end }}
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

{{/* The host names under which the gateway answers besides the public one: its Service's, the ingress's and the route's. */}}
{{- define "iw.allowedHosts" -}}
{{- $service := printf "%s-gateway" (include "iw.fullname" .) -}}
{{- $inNamespace := printf "%s.%s" $service .Release.Namespace -}}
{{- $hosts := list $service $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.cluster.local" $inNamespace) -}}
{{- if and .Values.ingress.enabled .Values.ingress.host }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{- if .Values.httpRoute.enabled }}{{ $hosts = concat $hosts (.Values.httpRoute.hostnames | default list) }}{{ end -}}
{{- join "," ($hosts | uniq) -}}
{{- end }}

{{- define "iw.annotationsOfKept" -}}
{{- if .Values.keys.keepOnUninstall }}
annotations:
  helm.sh/resource-policy: keep
{{- end }}
{{- end }}

{{/* The volume of a bundled server. Its data outlives the release. */}}
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

{{/* An egress rule to a bundled server, or to the ports of an external one. */}}
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

{{/* An egress rule to the address in one of a service's variables. (dict "url" "smtp://..." "ports" (dict "smtp" 587) "to" list) */}}
{{- define "iw.egressByUrl" -}}
{{- $url := urlParse .url }}
- ports: [{ protocol: TCP, port: {{ regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (get .ports $url.scheme) }} }]
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/*
The text of alerts or a dashboard, with selectors that match the metrics of this release alone.
(dict "root" $ "text" "..." "quote" `"`)
*/}}
{{- define "iw.ofRelease" -}}
{{- $all := printf "application=%sinner-weather%s" .quote .quote -}}
{{- $jobs := printf "%s-[a-z]+-metrics" (include "iw.fullname" .root) -}}
{{- $own := printf "namespace=%s%s%s,job=~%s%s%s" .quote .root.Release.Namespace .quote .quote $jobs .quote -}}
{{- .text | replace $all $own -}}
{{- end }}
