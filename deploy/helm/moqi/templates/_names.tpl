{{/* Whether documents lie in a bucket, so that any number of replicas may serve. */}}
{{- define "moqi.inBucket" -}}
{{- if hasPrefix "s3:" (default "" .Values.settings.MOQI_BLOBS) }}yes{{ end -}}
{{- end -}}
{{- define "moqi.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{/* What a container may not do. */}}
{{- define "moqi.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}
