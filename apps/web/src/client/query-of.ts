/** Fields as a query with its `?`, or nothing; a list is its field once for each value (checklist C77). */
export function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(field, String(one))
  const text = query.toString()
  return text && `?${text}`
}
