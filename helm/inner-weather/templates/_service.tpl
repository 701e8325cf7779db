{{/* Milliseconds that work in progress may take after a signal to stop: for insights, longer than the model may take. */}}
{{- define "iw.shutdownGraceMs" -}}
{{- if hasKey .env "SHUTDOWN_GRACE_MS" -}}
{{ int .env.SHUTDOWN_GRACE_MS }}
{{- else if eq .component "insights" -}}
{{- /* A model at OPENAI_BASE_URL may be one inside, which has five minutes. */ -}}
{{- $modelMs := ternary 300000 60000 (hasKey .env "OPENAI_BASE_URL") -}}
{{ min 600000 (add (int (get .env "MODEL_TIMEOUT_MS" | default $modelMs)) 15000) }}
{{- else -}}
10000
{{- end -}}
{{- end }}

{{/* A service's variables as JSON: those that the chart sets, and those of the values, which take precedence. */}}
{{- define "iw.env" -}}
{{- $values := .root.Values -}}
{{- $env := dict "ADMIN_HOST" "::" "SHUTDOWN_GRACE_MS" (include "iw.shutdownGraceMs" (dict "component" .component "env" .service.env)) -}}
{{- if eq .component "gateway" -}}
{{- $_ := set $env "HOST" "::" -}}
{{- $_ := set $env "DRAIN_MS" 5000 -}}
{{- if or $values.ingress.enabled $values.httpRoute.enabled }}{{ $_ := set $env "TRUST_PROXY" "1" }}{{ end -}}
{{- end -}}
{{- if has .component (list "gateway" "auth" "reminders") -}}
{{- with include "iw.publicUrl" .root }}{{ $_ := set $env "PUBLIC_URL" . }}{{ end -}}
{{- end -}}
{{- $env = mustMergeOverwrite $env .service.env -}}
{{- if eq .component "gateway" }}{{ $_ := set $env "ALLOWED_HOSTS" (list (include "iw.allowedHosts" .root) $env.ALLOWED_HOSTS | compact | join ",") }}{{ end -}}
{{- $_ := set $env "ADMIN_PORT" "9090" -}}
{{- if eq .component "gateway" -}}
{{- $_ := set $env "PORT" "8080" -}}
{{- $_ := set $env "JWT_PUBLIC_KEYS_FILE" "/run/keys/jwt-public.pem" -}}
{{- end -}}
{{- if eq .component "media" -}}
{{- $_ := set $env "PHOTOS_HOST" "::" -}}
{{- $_ := set $env "PHOTOS_PORT" "8081" -}}
{{- $_ := set $env "PHOTOS_DIR" "/photos" -}}
{{- end -}}
{{- if eq .component "auth" }}{{ $_ := set $env "JWT_PRIVATE_KEY_FILE" "/run/keys/jwt-private.pem" }}{{ end -}}
{{- if eq .component "reminders" }}{{ $_ := set $env "VAPID_PRIVATE_KEY_FILE" "/run/keys/vapid-private.pem" }}{{ end -}}
{{- if .entry.database }}{{ $_ := set $env "MASTER_KEYS_FILE" "/run/keys/master-keys" }}{{ end -}}
{{- if $values.trustedAuthorities.configMap }}{{ $_ := set $env "NODE_EXTRA_CA_CERTS" "/run/authorities/ca.crt" }}{{ end -}}
{{- $env | toJson -}}
{{- end }}

{{/* A number of the values without an exponent: Helm would write 1e+06. */}}
{{- define "iw.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/* What a service's Secret holds, as JSON: secretEnv, with the external addresses that it does not name itself. */}}
{{- define "iw.secretEnv" -}}
{{- $secret := deepCopy .service.secretEnv -}}
{{- if and .root.Values.broker.url (not (hasKey $secret "AMQP_URL")) }}{{ $_ := set $secret "AMQP_URL" .root.Values.broker.url }}{{ end -}}
{{- if and .root.Values.database.url .entry.database (not (hasKey $secret "MONGO_URL")) }}{{ $_ := set $secret "MONGO_URL" .root.Values.database.url }}{{ end -}}
{{- $secret | toJson -}}
{{- end }}

{{/* The files of the keys' Secret that this service may read. */}}
{{- define "iw.keyFiles" -}}
{{- ternary (append .entry.keys "master-keys") .entry.keys .entry.database | toJson -}}
{{- end }}

{{/* The addresses of the bundled servers, as variables. */}}
{{- define "iw.bundledEnv" -}}
{{- $secret := printf "%s-bundled" (include "iw.fullname" .root) -}}
{{- if .root.Values.broker.bundled.enabled }}
- name: AMQP_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: amqp-url-{{ .component }} } }
{{- end }}
{{- if and .root.Values.database.bundled.enabled .entry.database }}
- name: MONGO_URL
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: mongo-url-{{ .component }} } }
{{- end }}
{{- end }}

{{/* One service as a Deployment. (dict "root" $ "component" "auth" "entry" <of services.json> "service" <its values on top of the defaults>) */}}
{{- define "iw.deployment" -}}
{{- $fullname := include "iw.fullname" .root -}}
{{- $service := .service -}}
{{- $secretEnv := include "iw.secretEnv" . | fromJson -}}
{{- $env := include "iw.env" . | fromJson -}}
{{- $keyFiles := include "iw.keyFiles" . | fromJsonArray -}}
{{- $authorities := .root.Values.trustedAuthorities -}}
{{- $scaled := or $service.hpa.enabled (dig "keda" "enabled" false $service) -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}-{{ .component }}
  labels: {{- include "iw.labels" . | nindent 4 }}
spec:
  {{- if not $scaled }}
  replicas: {{ $service.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  selector:
    matchLabels: {{- include "iw.selector" . | nindent 6 }}
  strategy:
    {{- if dig "persistence" "enabled" false $service }}
    # A volume that one node may mount at a time.
    type: Recreate
    {{- else }}
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
    {{- end }}
  template:
    metadata:
      # Without the chart's version, so that an upgrade restarts no pod that has not changed.
      labels:
        {{- include "iw.selector" . | nindent 8 }}
        {{- with $service.podLabels }}{{ toYaml . | nindent 8 }}{{ end }}
      annotations:
        checksum/secret: {{ toJson $secretEnv | sha256sum }}
        {{- with $service.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec:
      serviceAccountName: {{ $fullname }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Longer than a pod may take to stop: preStop, the work in progress, and publishing its last events.
      terminationGracePeriodSeconds: {{ add (int $service.preStopSeconds) (div (add (int $env.SHUTDOWN_GRACE_MS) (int (get $env "DRAIN_MS" | default 0)) 999) 1000) 15 }}
      securityContext: {{- include "iw.podSecurity" (dict "user" .root.Values.runAsUser) | nindent 8 }}
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $service.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $service.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $service.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $service.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if $service.topologySpread.enabled }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - topologyKey: {{ . }}
          maxSkew: 1
          whenUnsatisfiable: {{ $service.topologySpread.whenUnsatisfiable }}
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels: {{- include "iw.selector" $ | nindent 14 }}
        {{- end }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "iw.image" . }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext: {{- include "iw.containerSecurity" . | nindent 12 }}
          env:
            {{- range $name, $value := $env }}
            - name: {{ $name }}
              value: {{ include "iw.text" $value | quote }}
            {{- end }}
            {{- with include "iw.bundledEnv" . | trim }}{{ . | nindent 12 }}{{ end }}
            {{- if and (eq .component "media") $service.existingSecret (not $service.persistence.enabled) }}
            # Without it the pod does not start: media would keep the photos in a volume that ends with the pod.
            - name: S3_URL
              valueFrom: { secretKeyRef: { name: {{ $service.existingSecret }}, key: S3_URL } }
            {{- end }}
          {{- if or $service.existingSecret $secretEnv }}
          envFrom:
            - secretRef:
                name: {{ $service.existingSecret | default (printf "%s-%s" $fullname .component) }}
          {{- end }}
          ports:
            {{- if eq .component "gateway" }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            {{- if eq .component "media" }}
            - { name: photos, containerPort: 8081 }
            {{- end }}
            - { name: admin, containerPort: 9090 }
          # Liveness depends on no other server: an outage of broker or database restarts no pod, not even one that starts.
          # A start may take five minutes, on a busy machine.
          startupProbe:
            httpGet: { path: /health/live, port: admin }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /health/live, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: admin }
            periodSeconds: 5
            # Readiness checks its connections for up to two seconds.
            timeoutSeconds: 4
            failureThreshold: 2
          {{- if $service.preStopSeconds }}
          lifecycle:
            preStop:
              sleep: { seconds: {{ $service.preStopSeconds }} }
          {{- end }}
          resources: {{- toYaml $service.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if eq .component "media" }}
            - { name: photos, mountPath: /photos }
            {{- end }}
            {{- if $keyFiles }}
            - { name: keys, mountPath: /run/keys, readOnly: true }
            {{- end }}
            {{- if $authorities.configMap }}
            - { name: authorities, mountPath: /run/authorities, readOnly: true }
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        {{- if eq .component "media" }}
        - name: photos
          {{- if $service.persistence.enabled }}
          persistentVolumeClaim: { claimName: {{ $fullname }}-photos }
          {{- else }}
          # Of photos that arrive, of which no more than 40 do at a time.
          emptyDir: { sizeLimit: 1Gi }
          {{- end }}
        {{- end }}
        {{- with $authorities.configMap }}
        - name: authorities
          configMap:
            name: {{ . }}
            items: [{ key: {{ $authorities.key }}, path: ca.crt }]
        {{- end }}
        {{- if $keyFiles }}
        - name: keys
          secret:
            secretName: {{ include "iw.keys" .root }}
            defaultMode: 0440
            items:
              {{- range $keyFiles }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
        {{- end }}
{{- end }}
