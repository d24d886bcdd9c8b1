import type { File } from '@moqi/api/shapes'

/** By which contract or template a file may be read: as its address says. */
export function wayToFile({ fileId, fileUrl }: File): { fileId: string; signId?: string; templateId?: string } {
  const query = new URLSearchParams(fileUrl.split('?')[1])
  const [signId, templateId] = [query.get('signId'), query.get('templateId')]
  return { fileId, ...(signId && { signId }), ...(templateId && { templateId }) }
}
