import type { DigestName } from '@moqi/trust/cms/keys'
import { RunningHash } from '../hashes/running-hash.ts'
import { sm3Compression } from '../hashes/sm3-compression.ts'
import type { Head } from './layout.ts'

/** A signature with a hash whose state this document's head does not keep. */
export class HashNotKept extends Error {
  override name = 'HashNotKept'
}

/** The running hashes of a document: SHA-256 always, since it names the bytes, and SM3 only where SM2 signs. */
export class HeadHashes {
  #sha256: RunningHash
  #sm3: RunningHash | undefined

  private constructor(sha256: RunningHash, sm3: RunningHash | undefined) {
    this.#sha256 = sha256
    this.#sm3 = sm3
  }

  /** Hashes of nothing yet, for a document that is signed with `digestName`. */
  static start(digestName: DigestName): HeadHashes {
    return new HeadHashes(RunningHash.start(), digestName === 'SM3' ? RunningHash.start(sm3Compression) : undefined)
  }

  /** The hashes a head keeps. */
  static resume({ hashState, sm3State }: Pick<Head, 'hashState' | 'sm3State'>): HeadHashes {
    const sm3 = sm3State === undefined ? undefined : RunningHash.resume(sm3State, sm3Compression)
    return new HeadHashes(RunningHash.resume(hashState), sm3)
  }

  /** Adds bytes. */
  update(data: Uint8Array): this {
    this.#sha256.update(data)
    this.#sm3?.update(data)
    return this
  }

  /** Independent hashes of the same bytes. */
  copy(): HeadHashes {
    return new HeadHashes(this.#sha256.copy(), this.#sm3?.copy())
  }

  /** The digest so far; throws `HashNotKept` for SM3 where the document keeps no state of it. */
  digest(name: DigestName): Buffer {
    const hash = name === 'SM3' ? this.#sm3 : this.#sha256
    if (!hash) throw new HashNotKept('frozen without SM3: a key of SM2 cannot sign this document')
    return hash.digest()
  }

  /** As the head keeps them. */
  save(): Pick<Head, 'sha256' | 'hashState' | 'sm3State'> {
    const sha256 = this.#sha256.digest().toString('hex')
    return { sha256, hashState: this.#sha256.save(), ...(this.#sm3 ? { sm3State: this.#sm3.save() } : {}) }
  }
}
