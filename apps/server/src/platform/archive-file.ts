import { Zip, ZipPassThrough } from 'fflate'

/** One file of an archive; `name` may hold folders. */
export type ArchiveItem = { name: string; bytes: Buffer }

/**
 * Packs files into a zip without compressing them: PDFs are compressed already. Other work of the process goes on
 * between two files.
 */
export async function packArchive(items: AsyncIterable<ArchiveItem>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, part) => {
    if (error) failed = error
    else parts.push(part)
  })
  for await (const { name, bytes } of items) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
    if (failed) throw new Error(`cannot pack ${name}`, { cause: failed })
    await new Promise((resolve) => setImmediate(resolve))
  }
  zip.end()
  return Buffer.concat(parts)
}
