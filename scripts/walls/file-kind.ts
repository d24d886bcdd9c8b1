/** A test, or a story that is driven in a browser. */
export const isTest = (path: string): boolean => /\.(test|story)\.tsx?$/.test(path)

/** What only tests use: it lies in a folder `testing/`, or in the stories' own. */
export const isForTests = (path: string): boolean => isTest(path) || /(^|\/)testing\/|^e2e\//.test(path)

/** Sources of packages and applications that are no tests nor for them. */
export const isSource = (path: string): boolean => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isForTests(path)

/** What is shipped: sources, but for what tries them from outside. */
export const isProduct = (path: string): boolean => isSource(path) && !path.startsWith('packages/attacks/')
