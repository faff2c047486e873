/** What a person may set on a node, and each way in which the faults are met. */

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

export interface NodeSettings {
	onError: (typeof ON_ERROR)[number];
	retryOnFail: boolean;
}

export const EACH_SETTING: readonly NodeSettings[] = ON_ERROR.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
);

/** As the editor names them. */
export const nameOf = ({ onError, retryOnFail }: NodeSettings) =>
	`${{ stopWorkflow: 'Stop Workflow', continueRegularOutput: 'Continue', continueErrorOutput: 'Continue (using error output)' }[onError]}, ${retryOnFail ? 'on' : 'off'}`;
