import { parentPort } from 'node:worker_threads'

/** What the worker is to do: answer with `say` once `gate` is opened, or use CPU without end. */
export type ToldJob = { say: string; gate?: Int32Array; burns?: boolean }

parentPort?.on('message', ({ say, gate, burns }: ToldJob) => {
  if (gate) Atomics.wait(gate, 0, 0)
  if (burns) for (;;) Math.hypot(3, 4)
  parentPort?.postMessage(say)
})
