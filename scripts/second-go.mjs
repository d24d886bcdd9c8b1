/** More files than this fail for a reason that a second go does not take away. */
const most = 6

/** A story is played in a real browser, and nearly each takes longer than any other file of tests. */
export function isStory({ name }) {
  return name.endsWith('.story.ts')
}

/**
 * The stories to be played once more, whole and on a server of their own, as a busy machine may lose a press. Takes the
 * files of a run's report; none where anything else failed too or too many did.
 */
export function storiesAgain(files) {
  const failed = files.filter(({ status }) => status === 'failed')
  return failed.every(isStory) && failed.length <= most ? failed.map(({ name }) => name) : []
}

/**
 * The files of a run with what their second go came to; a test that passed only then keeps the messages of its first
 * failure. A file the second go knows nothing of stays as it was.
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
