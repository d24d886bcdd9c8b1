/** More files than this fail for a reason that a second go does not take away. */
const most = 12

/** A story is played in a real browser, and nearly each takes longer than any other file of tests. */
export function isStory({ name }) {
  return name.endsWith('.story.ts')
}

/**
 * The files to be run once more, whole and on a server of their own, as a busy machine may lose a press or a race. Takes
 * the files of a run's report; none where too many failed.
 */
export function filesAgain(files) {
  const failed = files.filter(({ status }) => status === 'failed')
  return failed.length <= most ? failed.map(({ name }) => name) : []
}

/**
 * The files of a run with what another go came to; a test that passed only then keeps the messages of its earlier
 * failures. A file the other go knows nothing of stays as it was.
 */
export function withSecondGo(files, again) {
  const byName = new Map(again.map((file) => [file.name, file]))
  return files.map((file) => {
    const second = byName.get(file.name)
    return second ? { ...second, assertionResults: rememberedTests(file, second) } : file
  })
}

function rememberedTests(first, second) {
  const messages = new Map(first.assertionResults.map((test) => [test.fullName, test.failureMessages ?? []]))
  const untold = first.assertionResults.every(({ status }) => status !== 'failed')
  return second.assertionResults.map((test, at) => ({
    ...test,
    // A file that failed without a test of its own, in its setting up, is remembered by its first test.
    failureMessages: [
      ...(messages.get(test.fullName) ?? []),
      ...(untold && at === 0 ? ['the file could not be set up'] : []),
      ...(test.failureMessages ?? []),
    ],
  }))
}
