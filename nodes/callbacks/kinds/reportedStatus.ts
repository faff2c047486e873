import { messageStatus } from '../../service';

interface ReportedStatus {
	/** The shared word; a status that is not documented stays as it came, in lower case. */
	status: string;
	status_code: string | null;
	is_final: boolean;
}

/** The status of a report: the service sends a word on one route and a code on the other. */
export function reportedStatus(codeOrWord: string): ReportedStatus {
	const { name, code, isFinal } = messageStatus(codeOrWord);
	return {
		status: name ?? codeOrWord.trim().toLowerCase(),
		status_code: code ?? null,
		is_final: isFinal,
	};
}
