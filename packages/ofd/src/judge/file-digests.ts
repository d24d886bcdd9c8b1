import { digestOf } from '@moqi/trust/cms/check-signature'
import type { OfdLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import type { OfdPackage } from '../package/read-package.ts'

/** Digests of a package's files, each made once however many signatures ask for it. */
export class FileDigests {
  readonly #files: OfdPackage
  readonly #limits: OfdLimits
  readonly #known = new Map<string, Buffer | undefined>()
  #bytes = 0

  constructor(files: OfdPackage, limits: OfdLimits) {
    this.#files = files
    this.#limits = limits
  }

  /** Undefined when there is no such file; `algorithm` as node:crypto names it. Throws `OfdFault`. */
  of(name: string, algorithm: string): Buffer | undefined {
    const key = `${algorithm} ${name}`
    if (this.#known.has(key)) return this.#known.get(key)
    const content = this.#files.read(name)
    this.#bytes += content?.length ?? 0
    if (this.#bytes > this.#limits.digested) throw new OfdFault('budget-exceeded', 'digests')
    const value = content && digestOf(algorithm, [content])
    this.#known.set(key, value)
    return value
  }
}
