/**
 * Where the app serves what pdf.js fetches while it draws: CMaps and standard fonts for text that is not embedded,
 * and its image decoders (the `pdfAssets` plugin copies them). Without WebAssembly the page's CSP needs no exception.
 */
const base = `${import.meta.env.BASE_URL}pdf/`

/** Options of `getDocument` that concern our own origin. */
export const pdfAssets = {
  cMapUrl: `${base}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${base}standard_fonts/`,
  wasmUrl: `${base}wasm/`,
  useWasm: false,
} as const
