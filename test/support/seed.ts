import fc from 'fast-check';

/** The same cases in every run. `PROPERTIES_SEED` chooses other cases. */
fc.configureGlobal({ seed: Number(process.env.PROPERTIES_SEED ?? 20_261_121) });
