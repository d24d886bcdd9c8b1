/**
 * Resolves in the next task of the event loop: what a page asks for at once keeps a slow phone from answering a finger,
 * a few ms a question.
 */
export const ownTask = (): Promise<void> => new Promise((begin) => setTimeout(begin))
