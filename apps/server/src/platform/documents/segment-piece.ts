import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobDamaged, BlobMissing } from '#src/platform/blobs/blob-store.ts'

/** A piece's own SHA-256 in hex, and where it lies: a segment's name, and bytes from its start. */
export type SegmentPiece = { sha256: string; segment: string; start: number; length: number }

/** A piece of a segment by its name, `sha256@segment:start:length`; null for the name of anything else. */
export function segmentPiece(name: string): SegmentPiece | null {
  const [, sha256, segment, start, length] = /^([0-9a-f]{64})@([0-9a-f]{32}):(\d{1,9}):(\d{1,6})$/.exec(name) ?? []
  if (!sha256 || !segment) return null
  return { sha256, segment, start: Number(start), length: Number(length) }
}

/**
 * Reads a piece from its segment in `directory`: a file in which increments lie one behind the other. Throws
 * `BlobMissing` when the segment is gone, `BlobDamaged` when the bytes are not what the name says.
 */
export async function readSegmentPiece(
  directory: string,
  { sha256, segment, start, length }: SegmentPiece,
): Promise<Buffer> {
  const file = await open(join(directory, segment), 'r').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BlobMissing(`segment ${segment} is missing`, { cause }) : cause
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    const bytes = buffer.subarray(0, bytesRead)
    if (hash('sha256', bytes, 'hex') === sha256) return bytes
    throw new BlobDamaged(`segment ${segment} has changed at byte ${start}`)
  } finally {
    await file.close()
  }
}
