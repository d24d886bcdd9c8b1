/** Loaded into a server under story before its own code: its clock may be set forward from outside. */
const real = Date.now
let shift = 0
Date.now = () => real() + shift

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('shiftMs' in message)) return
  shift += Number(message.shiftMs)
  process.send?.('shifted')
})
