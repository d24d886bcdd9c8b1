import { config } from '../../client/config.ts'

/**
 * Where the app, or the address for static files, serves what pdf.js fetches while it draws: CMaps and standard fonts
 * for text that is not embedded, and its image decoders (the `pdfAssets` plugin copies them). Without WebAssembly the
 * page's CSP needs no exception.
 */
const base = `${config.staticUrl || import.meta.env.BASE_URL.replace(/\/$/, '')}/pdf/`

/** Options of `getDocument` that say where those files are. */
export const pdfAssets = {
  cMapUrl: `${base}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${base}standard_fonts/`,
  wasmUrl: `${base}wasm/`,
  useWasm: false,
} as const
