import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** PDFium with its memory: a WebAssembly heap that grows, so `heap()` must be asked anew after every call. */
export interface Pdfium {
  readonly call: WrappedPdfiumModule
  heap(): Uint8Array
  view(): DataView
  /** Copies bytes into the heap; the pointer is freed by the caller. Throws RangeError when memory is out. */
  place(bytes: Uint8Array): number
  free(pointer: number): void
  /** A C function pointer for a callback; signature as Emscripten writes it. */
  callback(signature: string, run: (...args: number[]) => number | void): number
  textAt(pointer: number): string
}

interface EmscriptenHeap {
  readonly HEAPU8: Uint8Array
  readonly addFunction: (run: (...args: number[]) => number | void, signature: string) => number
}

/** Loads the WebAssembly module from its package. */
export async function loadPdfium(): Promise<Pdfium> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const call = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  const module: object = call.pdfium
  if (!isHeap(module)) throw new TypeError('PDFium module without heap')
  const { malloc, free } = call.pdfium.wasmExports
  const heap = () => module.HEAPU8
  return {
    call,
    heap,
    view: () => new DataView(heap().buffer),
    place(bytes) {
      const pointer = malloc(bytes.length)
      if (pointer === 0) throw new RangeError('PDFium is out of memory')
      heap().set(bytes, pointer)
      return pointer
    },
    free,
    callback: (signature, run) => module.addFunction(run, signature),
    textAt(pointer) {
      const end = heap().indexOf(0, pointer)
      return Buffer.from(heap().subarray(pointer, end)).toString('latin1')
    },
  }
}

/** The package's types lean on Emscripten's, which it does not ship. */
function isHeap(module: object): module is EmscriptenHeap {
  return (
    'HEAPU8' in module &&
    module.HEAPU8 instanceof Uint8Array &&
    'addFunction' in module &&
    typeof module.addFunction === 'function'
  )
}
