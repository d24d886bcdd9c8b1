/**
 * From its call on: asks for the share, from 0 to 1, of this process's work that the calling thread has done itself.
 */
export function ownShare(): () => number {
  const before = { thread: process.threadCpuUsage(), all: process.cpuUsage() }
  return () => {
    const [thread, all] = [process.threadCpuUsage(before.thread), process.cpuUsage(before.all)]
    return (thread.user + thread.system) / (all.user + all.system)
  }
}
