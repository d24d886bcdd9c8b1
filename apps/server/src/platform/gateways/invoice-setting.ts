/**
 * Whether invoices are samples that the embedded gateway draws: in a demonstration, and where they are allowed by name,
 * unless the platform's operator is to issue them all the same. Throws for a value that is none.
 */
export function readSampleInvoices(env: NodeJS.ProcessEnv, demo: boolean): boolean {
  const { MOQI_INVOICES: by = '', MOQI_ALLOW_EMBEDDED: allowed = '' } = env
  if (by !== '' && by !== 'operator') throw new Error(`MOQI_INVOICES ${by} is not operator`)
  return by === '' && (demo || allowed.split(',').includes('invoice'))
}
