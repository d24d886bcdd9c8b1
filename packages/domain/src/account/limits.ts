const minute = 60_000
const day = 24 * 60 * minute

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
  session: { idleMs: 30 * minute, rememberedMs: 7 * 24 * 60 * minute },
  device: { keptMs: 180 * day, perBrowser: 5, alertsPerDay: 5 },
  /** 网络安全法 asks for six months, which are never more than 184 days. */
  signInLog: { keptMs: 190 * day, failuresPerHour: 20 },
  /** A link that signs in on another device; only who has just signed in makes one. */
  autoLogin: { lifeMs: minute, recentMs: 30 * minute },
  keyChallenge: { bytes: 32, lifeMs: 2 * minute },
  password: { lifeMs: 90 * 24 * 60 * minute, rememberedPasswords: 5 },
  invitation: { lifeMs: 7 * 24 * 60 * minute },
} as const

/** Length limits of company structure (domain 4.5), in characters. */
export const companyLimits = { department: { from: 2, to: 30 }, role: { from: 2, to: 20 } } as const
