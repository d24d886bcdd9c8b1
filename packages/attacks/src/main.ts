const [what, ...args] = process.argv.slice(2)

async function run(): Promise<number> {
  if (what === 'seals') return (await import('./seals/print-seals.ts')).printSeals(args)
  if (what === 'property') return (await import('./property/print-property.ts')).printProperty(args)
  const { printAttacks } = await import('./print-attacks.ts')
  return printAttacks(what === 'eye' ? (args[0] ?? '') : undefined)
}

/**
 * `attacks seals` judges seals of platforms, `property` random changes of one glyph, `eye` the classes on what is seen
 * whose names begin so; without a word every class of attack is tried.
 */
process.exitCode = await run()
