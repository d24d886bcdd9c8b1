import { dayMs } from '../time/civil-date.ts'

const minute = 60_000

/** Limits of signing in and proving oneself (domain 4.2); times in ms. */
export const accountLimits = {
  login: { failures: 5, lockMs: 15 * minute, captchaFrom: 3 },
  /** So many names failing from one address in the window: strangers there answer a captcha, nobody is refused. */
  crowd: { names: 10, windowMs: 15 * minute },
  pin: { failures: 5, lockMs: 30 * minute },
  captcha: { length: 4, lifeMs: 2 * minute },
  smsCode: {
    digits: 6,
    lifeMs: 5 * minute,
    resendMs: minute,
    /** domain 4.2 allows five at most; with four a guess stays under five in a million (guess-bound.ts). */
    wrongTries: 4,
    perPhoneHour: 5,
    perPhoneDay: 10,
    perAddressHour: 20,
  },
  emailCode: { digits: 6, lifeMs: 10 * minute, resendMs: minute },
  captchaToken: { lifeMs: 2 * minute },
  smsToken: { lifeMs: 10 * minute },
  willToken: { lifeMs: 5 * minute },
  /** However it is used, a session ends after `longestMs`; of more than `most` at once the one unused longest ends. */
  session: { idleMs: 30 * minute, rememberedMs: 7 * dayMs, longestMs: 90 * dayMs, most: 50 },
  device: { keptMs: 180 * dayMs, perBrowser: 5, alertsPerDay: 5 },
  /** 网络安全法 asks for six months, which are never more than 184 days. */
  signInLog: { keptMs: 190 * dayMs, failuresPerHour: 20 },
  /** A link that signs in on another device; only who has just signed in makes one. */
  autoLogin: { lifeMs: minute, recentMs: 30 * minute },
  /** A challenge is answered within its time; so many keys and recovery codes an account, of so many characters. */
  passkey: { challengeMs: 5 * minute, most: 10, nameLength: 20, recoveryCodes: 10, recoveryLength: 12 },
  /** Of a certificate key (domain 4.2): two minutes to type its PIN. */
  certificateKey: { challengeMs: 2 * minute, most: 10 },
  /** A carrier gives a number to somebody else after 90 days at the earliest. */
  dormant: { afterMs: 90 * dayMs, challengeMs: 10 * minute },
  password: { lifeMs: 90 * dayMs, rememberedPasswords: 5 },
} as const
