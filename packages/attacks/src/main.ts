const [what, ...args] = process.argv.slice(2)

/** `attacks seals` judges seals of platforms; without a word every class of attack is tried. */
process.exitCode =
  what === 'seals'
    ? await (await import('./seals/print-seals.ts')).printSeals(args)
    : await (await import('./print-attacks.ts')).printAttacks()
