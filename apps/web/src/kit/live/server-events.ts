/** One server-sent event as it came. */
export type ServerEvent = { event: string; data: unknown }

/**
 * Puts events together from pieces of text as the network gives them (HTML §9.2.6): comments and what is no JSON are
 * passed over.
 */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    return blocks.flatMap(readBlock)
  }
}

function readBlock(block: string): ServerEvent[] {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const found = /^(event|data): ?(.*)$/.exec(line)
    if (found?.[1] === 'event') event = found[2] ?? ''
    else if (found) data.push(found[2] ?? '')
  }
  try {
    return data.length === 0 ? [] : [{ event, data: JSON.parse(data.join('\n')) }]
  } catch {
    return []
  }
}
