{{- define "throughline.name" -}}
{{ .Release.Name }}-throughline
{{- end -}}

{{- define "throughline.selector" -}}
app.kubernetes.io/name: throughline-server
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "throughline.labels" -}}
{{ include "throughline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "throughline.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "throughline.environment" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.secret | quote }}
      key: {{ .Values.database.key | quote }}
{{- end -}}

{{- define "throughline.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}
