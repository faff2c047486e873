import type { IDataObject } from 'n8n-workflow';

export interface RequestFile {
	fileName: string | undefined;
	mimeType: string;
	size: number;
	read: () => Promise<Buffer>;
}

/** A request in the service's terms: no host, no login. It has at most one of the bodies. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Comes after the address of the credential; empty if that is the whole address. */
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: IDataObject;
	/** A file that goes into the JSON as base64, under this name. */
	jsonFile?: { name: string; file: RequestFile };
	form?: Readonly<Record<string, string>>;
	multipart?: Readonly<Record<string, string>>;
	/** A file that is a part of the multipart body, under this name. */
	part?: { name: string; file: RequestFile };
}

/** A request with all that it needs except the login. */
export interface WireRequest {
	request: ServiceRequest;
	url: string;
	accept: string;
	timeoutMs: number;
}
