import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'

/** What a stream is cut into, in bytes; each piece has a tag of its own, so that nothing unproven is handed on. */
const pieceLength = 64 * 1024
const saltLength = 16
const tagLength = 16

/** A backup's file was changed or cut short, or the passphrase is another one. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}

const fileKey = (key: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', key, salt, 'moqi backup file', 32))

/** A number for each piece, and whether it is the last: none can be left out, moved or cut off, as age does it. */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts with AES-256-GCM under a key of the stream's own, whose salt goes first. */
export function sealStream(key: Buffer): Transform {
  const salt = randomBytes(saltLength)
  const own = fileKey(key, salt)
  const stream = inPieces(pieceLength, null, (piece, counter, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(counter, isLast))
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  })
  stream.push(salt)
  return stream
}

/** Decrypts what `sealStream` made. Fails with `BackupDamaged`. */
export function openStream(key: Buffer): Transform {
  let own: Buffer | null = null
  const readSalt = (salt: Buffer) => void (own = fileKey(key, salt))
  return inPieces(pieceLength + tagLength, readSalt, (piece, counter, isLast) => {
    if (!own || piece.length < tagLength) throw new BackupDamaged('a sealed file is cut short')
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(counter, isLast))
    decipher.setAuthTag(piece.subarray(-tagLength))
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, -tagLength)), decipher.final()])
    } catch (cause) {
      throw new BackupDamaged('a sealed file does not open: it was changed, or the passphrase is another one', {
        cause,
      })
    }
  })
}

/** Turns pieces of that length; the last, which may be shorter or empty, is known at the end only. */
function inPieces(
  length: number,
  readSalt: ((salt: Buffer) => void) | null,
  turn: (piece: Buffer, counter: number, isLast: boolean) => Buffer,
): Transform {
  let kept = Buffer.alloc(0)
  let counter = 0
  let isBegun = readSalt === null

  function* turned(chunk: Buffer): Generator<Buffer> {
    kept = Buffer.concat([kept, chunk])
    if (!isBegun && kept.length < saltLength) return
    if (!isBegun) readSalt?.(kept.subarray(0, saltLength))
    if (!isBegun) kept = kept.subarray(saltLength)
    isBegun = true
    for (; kept.length > length; kept = kept.subarray(length)) yield turn(kept.subarray(0, length), counter++, false)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      trying(done, () => {
        for (const piece of turned(chunk)) this.push(piece)
      })
    },
    flush(done) {
      trying(done, () => this.push(turn(kept, counter, true)))
    },
  })
}

function trying(done: (error?: Error) => void, work: () => void): void {
  try {
    work()
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
