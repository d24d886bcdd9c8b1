import { crc32, deflateRawSync } from 'node:zlib'

/** One entry as it is written: nothing is checked, so that tests can write what nobody should. */
export interface ZipPart {
  name: string
  content: Buffer
  /** What the local header calls it, when that differs. */
  localName?: string
  /** What the directory says of the size, when that differs. */
  claimed?: number
  stored?: boolean
  /** Sizes behind the data, as streaming writers have them. */
  descriptor?: boolean
  extra?: Buffer
}

/** A ZIP of these entries in this order, `between` bytes before the directory. */
export function writeZip(parts: readonly ZipPart[], between: Buffer = Buffer.alloc(0)): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const data = part.stored ? part.content : deflateRawSync(part.content)
    const extra = part.extra ?? Buffer.alloc(0)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(part.content), 0)
    sizes.writeUInt32LE(data.length, 4)
    sizes.writeUInt32LE(part.claimed ?? part.content.length, 8)
    const common = Buffer.alloc(10)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(part.descriptor ? 8 : 0, 2)
    common.writeUInt16LE(part.stored ? 0 : 8, 4)
    const localName = Buffer.from(part.localName ?? part.name)
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      common,
      part.descriptor ? Buffer.alloc(12) : sizes,
      lengths(localName.length, extra.length),
      localName,
      extra,
      data,
      part.descriptor ? Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), sizes]) : Buffer.alloc(0),
    ])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
        common,
        sizes,
        lengths(name.length, extra.length),
        tail,
        name,
        extra,
      ]),
    )
    locals.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at + between.length, 16)
  return Buffer.concat([...locals, between, listed, end])
}

function lengths(name: number, extra: number): Buffer {
  const both = Buffer.alloc(4)
  both.writeUInt16LE(name, 0)
  both.writeUInt16LE(extra, 2)
  return both
}
