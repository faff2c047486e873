import fc from 'fast-check';

/** The same cases on every run; another seed, for whoever looks for more, by the environment. */
fc.configureGlobal({ seed: Number(process.env.PROPERTIES_SEED ?? 20_261_121) });
