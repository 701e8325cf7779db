{{/* Refuses what the schema cannot: secret values, which it would print, JSON, and two numbers that contradict each other. */}}
{{- define "iw.checkValues" -}}
{{- $addresses := dict "AMQP_URL" "amqps?" "MONGO_URL" "mongodb(\\+srv)?" "SMTP_URL" "smtps?" -}}
{{- range $name, $protocol := $addresses -}}
{{- with get $.service.secretEnv $name -}}
{{- if not (regexMatch (printf "^%s://[^\\s/]\\S*$" $protocol) .) -}}
{{- fail (printf "%s.secretEnv.%s must be an address that begins with %s://." $.component $name ($protocol | trimSuffix "?" | trimSuffix "s" | replace "(\\+srv)" "")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with .service.secretEnv.S3_URL -}}
{{- if not (regexMatch "^https?://[^:/@\\s]+:[^:/@\\s]+@[^/\\s]+/[^/?\\s]+" .) -}}
{{- fail (printf "%s.secretEnv.S3_URL must be an address such as https://<key>:<secret>@s3.example.com/<bucket>." $.component) -}}
{{- end -}}
{{- end -}}
{{- range $where := list "env" "secretEnv" -}}
{{- range $name := list "HELP_LINES" "OIDC_PROVIDERS" -}}
{{- range (get (index $.service $where) $name | default "[]" | fromJsonArray) -}}
{{- if not (kindIs "map" .) -}}
{{- fail (printf "%s.%s.%s must be a list in JSON, such as '[{...}]'." $.component $where $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name := list "hpa" "keda" -}}
{{- with get $.service $name -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "%s.%s.minReplicas (%d) must not be more than maxReplicas (%d)." $.component $name (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Refuses values with which a service could not work, and says why. */}}
{{- define "iw.checkConnections" -}}
{{- $values := .root.Values -}}
{{- range $name := list "MONGO_DB" "MONGO_DATABASE_PREFIX" -}}
{{- if and $values.database.bundled.enabled (hasKey $.service.env $name) -}}
{{- fail (printf "The bundled database lets each service into its own database only: leave out %s of %s." $name $.component) -}}
{{- end -}}
{{- end -}}
{{- include "iw.checkValues" . -}}
{{- $publicUrl := get (include "iw.env" . | fromJson) "PUBLIC_URL" -}}
{{- if and $publicUrl (not (regexMatch "^https?://[^/?#@]+/?$" $publicUrl)) -}}
{{- fail "The address that people use (publicUrl, ingress.host, httpRoute.hostnames or PUBLIC_URL) must be an http or https address without a path, such as https://diary.example.com: the journal takes the whole of a host name, so give it one of its own." -}}
{{- end -}}
{{- if and (eq .component "auth") .service.secretEnv.SMTP_URL (not $publicUrl) -}}
{{- fail "Where do the links in mails lead? With SMTP_URL set publicUrl, ingress.host or httpRoute.hostnames, too." -}}
{{- end -}}
{{- if and (eq .component "auth") .service.secretEnv.SMTP_URL (not (get (include "iw.env" . | fromJson) "MAIL_FROM")) -}}
{{- fail "Who sends the mails? With SMTP_URL set auth.env.MAIL_FROM, too: an address that the mail server lets this journal use." -}}
{{- end -}}
{{- if and (eq .component "auth") (eq (toString .service.env.PASSWORD_LOGIN) "off") (not .service.secretEnv.OIDC_PROVIDERS) (not .service.existingSecret) -}}
{{- fail "How do people sign in? With auth.env.PASSWORD_LOGIN=off set auth.secretEnv.OIDC_PROVIDERS." -}}
{{- end -}}
{{- if and (eq .component "auth") .service.secretEnv.OIDC_PROVIDERS (not $publicUrl) -}}
{{- fail "Where do the providers lead people back to? With OIDC_PROVIDERS set publicUrl, ingress.host or httpRoute.hostnames, too." -}}
{{- end -}}
{{- if eq .component "media" -}}
{{- $hasVolume := .service.persistence.enabled -}}
{{- if not (or $hasVolume .service.secretEnv.S3_URL .service.existingSecret) -}}
{{- fail "Where are the photos? Set media.persistence.enabled, or media.secretEnv.S3_URL for a store." -}}
{{- end -}}
{{- if and $hasVolume (or (gt (int .service.replicas) 1) .service.hpa.enabled) -}}
{{- fail "One replica of media uses the volume of photos. For more of them, keep photos in a store: media.secretEnv.S3_URL, and media.persistence.enabled=false." -}}
{{- end -}}
{{- end -}}
{{- if not .service.existingSecret -}}
{{- $secret := include "iw.secretEnv" . | fromJson -}}
{{- if not (or $values.broker.bundled.enabled (hasKey $secret "AMQP_URL")) -}}
{{- fail (printf "Where is RabbitMQ? Set broker.url, or %s.secretEnv.AMQP_URL, or %s.existingSecret; to try it out, broker.bundled.enabled=true." .component .component) -}}
{{- end -}}
{{- if and .entry.database (not (or $values.database.bundled.enabled (hasKey $secret "MONGO_URL"))) -}}
{{- fail (printf "Where is MongoDB? Set database.url, or %s.secretEnv.MONGO_URL, or %s.existingSecret; to try it out, database.bundled.enabled=true." .component .component) -}}
{{- end -}}
{{- end -}}
{{- end }}
