import { type Budget, BudgetExceeded } from '../limits.ts'

/** Bytes that grow as they are unpacked, up to the ceiling of one stream. */
export class Unpacked {
  length = 0
  #bytes = Buffer.allocUnsafe(4096)
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Adds bytes as they are. */
  put(bytes: Uint8Array): void {
    this.#grow(bytes.length).set(bytes, this.length - bytes.length)
  }

  /** Adds one byte so many times. */
  repeat(byte: number, count: number): void {
    this.#grow(count).fill(byte, this.length - count, this.length)
  }

  /** Adds `length` bytes that begin at `start`, and may reach into what they become. */
  again(start: number, length: number): void {
    const from = this.length
    const bytes = this.#grow(length)
    for (let index = 0; index < length; index += 1) bytes[from + index] = bytes[start + index] ?? 0
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  #grow(count: number): Buffer {
    this.#budget.scanned(count)
    this.length += count
    if (this.length > this.#budget.limits.streamBytes) throw new BudgetExceeded('one decoded stream')
    if (this.length > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.length * 2)
    return this.#bytes
  }
}
