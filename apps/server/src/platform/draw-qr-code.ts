import { renderSVG } from 'uqr'

/**
 * A QR code of a text as a data URL: an SVG of dark ink on white, with the quiet zone of four modules that ISO/IEC
 * 18004 asks for. It is still read with 15 % of it lost.
 */
export function drawQrCode(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4, blackColor: '#17191e' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
