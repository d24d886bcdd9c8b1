/** The memory of these bytes when nothing else lies in it: a slice of Node's shared pool must not be moved. */
export function ownMemory({ buffer, byteLength }: Buffer): ArrayBuffer | undefined {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : undefined
}
