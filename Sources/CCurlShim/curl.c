#include "tb_curl.h"
